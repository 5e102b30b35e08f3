const MONTHS =
  'jan(?:uary|uar|vier|eiro)?|feb(?:ruary|ruar|rero)?|mar(?:ch|zo|s)?|apr(?:il)?|may|mai|jun[ei]?|jul[yi]?|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
const YEAR = String.raw`(?:19|20)\d\d`
const MONTH = '(?:0[1-9]|1[0-2])'
const DAY = String.raw`(?:0[1-9]|[12]\d|3[01])`
const MARK = '[-_. ]?'
const TIME = String.raw`(?:[T_ -]*[012]\d[-_.:h]?[0-5]\d(?:[-_.:m]?[0-5]\d)?(?:\.\d+)?Z?)?`

/** Parts of file names that change with each release. */
const CHANGING = [
  String.raw`\(\d{1,3}\)`,
  String.raw`(?<!\d)${YEAR}${MARK}${MONTH}(?:${MARK}${DAY}${TIME})?(?!\d)`,
  String.raw`(?<!\d)${DAY}[-_. ]${MONTH}[-_. ]${YEAR}(?!\d)`,
  String.raw`(?<!\d)${MONTH}[-_. ]${DAY}[-_. ]${YEAR}(?!\d)`,
  String.raw`(?<!\d)${YEAR}${MARK}(?:q[1-4]|h[12]|k?w[0-5]\d)(?!\d)|(?<![a-z])(?:q[1-4]|h[12])${MARK}${YEAR}(?!\d)`,
  String.raw`(?<![\p{L}])(?:${MONTHS})${MARK}${YEAR}(?!\d)|(?<!\d)${YEAR}${MARK}(?:${MONTHS})(?![\p{L}])`,
  // Dates as in OpenStreetMap extracts, and Unix timestamps in seconds or milliseconds.
  String.raw`(?<!\d)2\d${MONTH}${DAY}(?!\d)|(?<!\d)1[5-9]\d{8}(?:\d{3})?(?!\d)`,
  String.raw`(?<!\d)${YEAR}(?!\d)`,
  String.raw`(?<=^|[-_. ])v(?:er|ersion)?[-_. ]?\d+(?:\.\d+)*(?=$|[-_. ])`,
  String.raw`(?<=[-_. ])(?:latest|current|final|new|neu|nuevo|updated?|copy|kopie|copia|copie)(?=$|[-_. ])`,
].map((pattern) => new RegExp(pattern, 'giu'))

/**
 * Returns the name of the dataset in a file. It's the base name without dates, versions, and copy suffixes, so
 * `skateparks-2026-11` and `skateparks-2026-12` are the same dataset. Empty if nothing is left.
 */
export function toDatasetName(file: string): string {
  return CHANGING.reduce((name, pattern) => name.replaceAll(pattern, ' '), file.normalize('NFC'))
    .replaceAll(/(?<=[-_. ])[-_. ]+/g, '')
    .replaceAll(/^[-_. ]+|[-_. ]+$/g, '')
    .toLowerCase()
}
