/** The values of `{city}`: service-api, section 4. */
export const cities: readonly string[] = [
  "benalmadena",
  "cordoba",
  "fuengirola",
  "helsinki",
  "malaga",
  "moscow",
  "spb",
];
