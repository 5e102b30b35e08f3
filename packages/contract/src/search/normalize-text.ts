// Searches compare normalized strings. PostgreSQL normalizes stored strings with the function nollie_normalize
// (migration 035), which has the same tables. A test compares both for every character of the Basic Multilingual Plane.
// Neither uses a locale, so the result is the same in every database and on every device.

/** Characters that are optional in a name: `Xi'an`, `Xi’an`, and `Xian` are the same. */
const APOSTROPHES = String.raw`'\u0060\u02B9-\u02BF\u02C8\u2018\u2019\u201B\u2032\u055A\u05F3\uA78C`
/**
 * Marks above and below letters (except in Indic scripts and kana, where they form other letters), tatweel, and
 * invisible characters.
 */
const MARKS =
  String.raw`\u0300-\u036F\u0483-\u0487\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u0640\u064B-\u065F\u0670` +
  String.raw`\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1AFF\u1DC0-\u1DFF\u20D0-\u20FF\uFE20-\uFE2F` +
  String.raw`\u00AD\u061C\u180E\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF`
const LEFT_OUT = new RegExp(`[${APOSTROPHES}${MARKS}]+`, 'g')
/** A character that decomposes into a space and a mark, so it must be removed before decomposition. */
const ACUTE = '\u00B4'

/** Pairs of alphabets. Each letter of the first is replaced by the letter at the same index in the second. */
const LETTERS = [
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz'],
  // Latin letters that don't decompose. SPELLED handles Æ, Œ, Þ, and ẞ.
  [
    'ÆŒÞẞÐØðøĐđĦħıĸŁłŊŋŦŧƀƁƂƃƆƇƈƉƊƋƌƎƏƐƑƒƓƖƗƘƙƚƝƞƤƥƬƭƮƱƲƳƴƵƶƷȤȥȺȻȼȽȾɃɄɆɇɈɉɌɍɎɏ',
    'æœþßdododdhhiqllnnttbbbbɔccddddǝəeffgiikklnnpptttʊvyyzzʒzzaccltbʉeejjrryy',
  ],
  ['ΑΒΓΔΕΖΗΘΙΚΛΜΝΞΟΠΡΣςΤΥΦΧΨΩ', 'αβγδεζηθικλμνξοπρσστυφχψω'],
  [
    'ЂЄЅІЈЉЊЋЏАБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯҐҒҖҘҚҜҞҠҢҤҦҨҪҬҮҰҲҴҶҸҺҼҾӃӅӇӉӋӍӘӠӨ',
    'ђєѕіјљњћџабвгдежзиклмнопрстуфхцчшщъыьэюяґғҗҙқҝҟҡңҥҧҩҫҭүұҳҵҷҹһҽҿӄӆӈӊӌӎәӡө',
  ],
  ['ԱԲԳԴԵԶԷԸԹԺԻԼԽԾԿՀՁՂՃՄՅՆՇՈՉՊՋՌՍՎՏՐՑՒՓՔՕՖ', 'աբգդեզէըթժիլխծկհձղճմյնշոչպջռսվտրցւփքօֆ'],
  ['ᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰ', 'აბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰ'],
  // Arabic: variants of alef, teh marbuta, and the yeh and kaf of Persian and Urdu.
  ['ٱىةیېکہھۃ', 'ايهييكههه'],
  ['٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789'],
  [
    'ァアィイゥウェエォオカキクケコサシスセソタチッツテトナニヌネノハヒフヘホマミムメモャヤュユョヨラリルレロヮワヰヱヲンヵヶヽ',
    'ぁあぃいぅうぇえぉおかきくけこさしすせそたちっつてとなにぬねのはひふへほまみむめもゃやゅゆょよらりるれろゎわゐゑをんゕゖゝ',
  ],
  // Hyphens, dashes, middle dots, and whitespace.
  ['-\u058A\u05BE\u2010\u2011\u2012\u2013\u2014\u2015\u2212\u00B7\u30FB\t\n\r', ' '.repeat(15)],
] as const
const FOLDED = new Map(
  LETTERS.flatMap(([from, to]) => Array.from(from, (letter, at) => [letter, to[at] ?? letter] as const)),
)
const SPELLED: Record<string, string> = { æ: 'ae', œ: 'oe', þ: 'th', ß: 'ss' }

/** Matches most names, which can skip the slow Unicode normalization. */
const ASCII = /^[\x20-\x7e]*$/

/**
 * Normalizes a string for search: lowercase without accents and apostrophes, katakana as hiragana, full-width letters
 * as narrow ones, hyphens as spaces, single spaces, trimmed. The result can be empty, for example for `'`.
 */
export function normalizeText(text: string): string {
  if (ASCII.test(text))
    return text.toLowerCase().replaceAll(/['`]/g, '').replaceAll(/[ -]+/g, ' ').replaceAll(/^ | $/g, '')
  const letters = text.replaceAll(ACUTE, '').normalize('NFKD').replaceAll(LEFT_OUT, '')
  return Array.from(letters, (letter) => {
    const folded = FOLDED.get(letter) ?? letter
    return SPELLED[folded] ?? folded
  })
    .join('')
    .normalize('NFC')
    .replaceAll(/ +/g, ' ')
    .replaceAll(/^ | $/g, '')
}
