import { parse, View } from "vega";
import { compile, type TopLevelSpec } from "vega-lite";

/** Requests per second of a peer, at a number of recordings. */
export interface Point {
  readonly name: string;
  readonly recordings: number;
  readonly perSecond: number;
}

/** Draws one line for each peer, on logarithmic axes, as SVG. */
export function plot(points: readonly Point[]): Promise<string> {
  const names = [...new Set(points.map(({ name }) => name))];
  const spec: TopLevelSpec = {
    width: 520,
    height: 320,
    background: "white",
    padding: 12,
    data: { values: points.map((point) => ({ ...point })) },
    mark: { type: "line", point: true },
    encoding: {
      x: {
        field: "recordings",
        type: "quantitative",
        scale: { type: "log" },
        axis: { title: "recordings", values: [...new Set(points.map(({ recordings }) => recordings))], format: "," },
      },
      y: {
        field: "perSecond",
        type: "quantitative",
        scale: { type: "log" },
        axis: { title: "requests a second, one after another", format: "," },
      },
      color: { field: "name", type: "nominal", sort: names, legend: { title: null, labelLimit: 0 } },
    },
  };
  return new View(parse(compile(spec).spec), { renderer: "none" }).toSVG();
}
