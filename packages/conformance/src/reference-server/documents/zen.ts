/**
 * The answers to `/zen`, in turn.
 * @example
 * zen[0]; // "Small steps still arrive."
 */
export const zen: readonly string[] = [
  "Small steps still arrive.",
  "Name the thing, then build it.",
  "A quiet log is a kind log.",
  "Delete before you decorate.",
  "Yesterday's shortcut is today's detour.",
  "Let the test speak first.",
  "Two clear lines beat one clever one.",
  "Leave the door as you found it.",
  "What never changes needs no clock.",
  "Ask once, listen twice.",
  "An honest error saves an evening.",
  "Order is a gift to the reader.",
  "Rest is part of the work — even for servers.",
];
