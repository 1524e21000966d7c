// The tests of a project whose unused recordings unused.test.ts looks for: each has a tape of its own.
import assert from "node:assert/strict";
import process from "node:process";
import test from "node:test";
import { useTape } from "@tapedeck/testing";

const from = "https://api.service.example";
const taped = useTape({ from, dir: process.env["API_RECORDINGS"] ?? "" });

test(
  "reads an account",
  taped(async () => {
    assert.equal((await fetch(`${from}/users/grace-lin`)).status, 200);
    // Of another account's recordings, one of several.
    if (process.env["API_ADA"]) assert.equal((await fetch(`${from}/users/ada`)).status, 200);
    assert.equal(process.env["API_BROKEN"], undefined);
  }),
);

test(
  "lists repositories",
  taped(async () => {
    assert.equal((await fetch(`${from}/users/ada/repos`)).status, 200);
  }),
);
