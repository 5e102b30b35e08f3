/** The zero digit of each script whose ten digits are consecutive. NFKC normalizes full-width digits. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0x1810,
]

function toAsciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  const zero = ZEROS.find((one) => code >= one && code < one + 10)
  return zero === undefined ? digit : String(code - zero)
}

type Replacement = readonly [pattern: RegExp, text: string]

/** Characters that NFKC would turn into letters, or into spaces with accents. */
const BEFORE_FOLDING: readonly Replacement[] = [
  [/[º˚ᵒ⁰∘◦⚬°]|&deg;|&#176;/gu, '°'],
  [/[′’‘‛ʹʼ`´‵ˊ＇]|&prime;|&#39;|&apos;/gu, "'"],
  [/[″“”„‟˝ʺ＂〃]|&Prime;|&quot;/gu, '"'],
  [/[−–—‒﹣－‐‑⁻]/gu, '-'],
  [/\p{Cf}/gu, ''],
]

const AFTER_FOLDING: readonly Replacement[] = [
  [/\s+/gu, ' '],
  [/[،、]/gu, ','],
  [/\u066b/gu, '.'],
  [/(?<=\d)·(?=\d)/gu, '.'],
  [/''/g, '"'],
  [/wgs ?-?84/g, ''],
  [/度/gu, '°'],
  [/分/gu, "'"],
  [/秒/gu, '"'],
  [/北[緯纬]/gu, ' n '],
  [/南[緯纬]/gu, ' s '],
  [/[東东][経经經]/gu, ' e '],
  [/西[経经經]/gu, ' w '],
  [/북위/gu, ' n '],
  [/남위/gu, ' s '],
  [/동경/gu, ' e '],
  [/서경/gu, ' w '],
  [/(?<=\d)도/gu, '°'],
  [/(?<=\d)분/gu, "'"],
  [/(?<=\d)초/gu, '"'],
  // The Chinese words for latitude and longitude end with the degree sign.
  [/[緯纬]°/gu, ' lat '],
  [/[経经經]°/gu, ' lng '],
  [/с\.? ?ш\.?/gu, ' n '],
  [/ю\.? ?ш\.?/gu, ' s '],
  [/в\.? ?д\.?/gu, ' e '],
  [/з\.? ?д\.?/gu, ' w '],
  [/ö\. ?l\./gu, ' e '],
  [/w\. ?l\./gu, ' w '],
  // The exponent in `4.138e1`. In `2e41n`, the letter is east.
  [/(?<![\d.])(\d[.,]\d+)e(0?[0-2])(?![\d.°'"]| ?\p{L})/gu, '$1e+$2'],
  // Matches `41d22m59s N`, and a letter used as a degree sign: `41o22'59"`.
  [/(\d) ?d ?(\d+(?:[.,]\d+)?) ?m ?(\d+(?:[.,]\d+)?) ?s(?!\p{L})/gu, '$1°$2\'$3"'],
  [/(\d) ?d ?(\d+(?:[.,]\d+)?) ?m(?!\p{L})/gu, "$1°$2'"],
  [/(\d) ?o(?= ?\d+(?:[.,]\d+)? ?')/gu, '$1°'],
  [/(\d{1,3})-(\d{1,2})-(\d{1,2}(?:[.,]\d+)?)(?= ?\p{L})/gu, '$1°$2\'$3"'],
  [
    /^(\d\d)(\d\d)(\d\d(?:\.\d+)?) ?([ns])[ ,/]*(\d{3})(\d\d)(\d\d(?:\.\d+)?) ?([ew])$/,
    '$1°$2\'$3"$4 $5°$6\'$7"$8',
  ],
  // A dash next to a letter is a separator, as in `41.38 N - 2.17 E` and `Lat 41.38 - Lng 2.17`.
  [/(?<=[nsew]) - (?=\d)|(?<=[\d°'"]) - (?=\p{L})/gu, ', '],
  // A hyphen in a word, as in `GPS-Koordinaten`, and the sign between the parameters of a link.
  [/(?<=\p{L}{3})-(?=\p{L}{3})|&(?=\p{L})/gu, ' '],
  [/(?<!\p{L})(lat)[-_/]?(lng|lon|long)(?!\p{L})/gu, '$1 $2'],
  [/(?<!\p{L})(lng|lon|long)[-_/]?(lat)(?!\p{L})/gu, '$1 $2'],
  // Matches accuracies, altitudes, and parts of links, such as `@41.38,2.17,17z`.
  [/[ ,;]*\(? ?(?:±|\+\/-) ?\d+(?:[.,]\d+)? ?(?:m|km|ft)? ?\)?$/, ''],
  [
    /[ ,;]+(?:alt|altitude|altitud|altura|elevation|elev|ele|höhe|標高|海抜)\.? ?[:=]? ?-?\d+(?:[.,]\d+)? ?(?:m|ft)?$/,
    '',
  ],
  [/^(?:@|loc:|ll=|q=)(?=[ \d+-])/, ''],
  [/(?<=\d), ?\d+(?:\.\d+)?z$|(?<=[\d°nsew]), ?-?\d+(?:\.\d+)? ?m$/, ''],
  // Quotes around names and values, as in JSON, aren't prime marks.
  [/["'] ?(\p{L}+) ?["']/gu, ' $1 '],
  [/(^|[ :=,([{])"([^"']*)"(?=$|[ ,)\]};])/gu, '$1$2'],
]

/**
 * Normalizes spellings of digits, signs, primes, spaces, and punctuation to lowercase, ASCII digits, `°`, `'`, and `"`.
 */
export function normalizeText(text: string): string {
  let folded = text
  for (const [pattern, replacement] of BEFORE_FOLDING) folded = folded.replace(pattern, replacement)
  folded = folded
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Nd}/gu, toAsciiDigit)
  for (const [pattern, replacement] of AFTER_FOLDING) folded = folded.replace(pattern, replacement)
  return folded.trim()
}
