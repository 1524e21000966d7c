/** Tells what happens: an event with its fields, and its line for people; null for none. */
export type Tell = (event: string, fields: object, line: string | null) => void;

/** Tells events as JSON on standard output, one a line. */
export const tellJson: Tell = (event, fields) => console.log(JSON.stringify({ event, ...fields }));

/** Tells events in lines, on standard error. */
export const tellLines: Tell = (_event, _fields, line) => line !== null && console.error(line);
