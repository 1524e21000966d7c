/** Names of a card's number, which its check digit shows. */
export const cardName: RegExp = /^number$|(?:card|cc|primary_?account)_?number$|(?:^|[a-z\d_.-])pan$/i;

/** Names of its number and its code, and of much else. */
export const perhapsCard: RegExp = /^(?:account|acct)$|(?:^|_)(?:cvn|csc|cvx|ccid|cvv2cvc2?)$/i;

// What else is told of a card, as a parameter or a member.
const besideCard = /(?:expiry|exp_?(?:date|month|year|mm|yy)|expiration_?(?:date|month|year)|cvc|cvv2?)(?:\\*"|=)/i;

/**
 * Returns whether a value under one of those names is of a card.
 * @param beside What stands beside it.
 */
export function isOfCard(value: string, beside: string): boolean {
  return (/^\d{3,4}$/.test(value) || isCardNumber(value)) && besideCard.test(beside);
}

/** Returns whether a text has the check digit of a card's number: ISO/IEC 7812-1, annex B. */
export function isCardNumber(value: string): boolean {
  if (!/^\d(?:[ -]?\d){12,18}$/.test(value)) return false;
  const digits = Array.from(value.replace(/\D/g, ""), Number).reverse();
  const sum = digits.reduce((all, digit, at) => all + (at % 2 === 0 ? digit : digit * 2 - (digit > 4 ? 9 : 0)), 0);
  return sum % 10 === 0;
}
