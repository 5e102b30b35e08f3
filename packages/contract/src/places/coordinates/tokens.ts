/** The decimal mark. */
export type DecimalMark = '.' | ','

/** A direction; `O` is east in German and Dutch, but west in Spanish, French, Italian, and Portuguese. */
export type Side = 'N' | 'S' | 'E' | 'W' | 'O'

export type Axis = 'latitude' | 'longitude'

/** The smallest parts of written coordinates. */
export type Token =
  | { kind: 'number'; value: number; sign: '' | '+' | '-'; decimals: number }
  /** 0 for degrees, 1 for minutes, 2 for seconds; null for a colon. */
  | { kind: 'unit'; unit: 0 | 1 | 2 | null }
  | { kind: 'side'; side: Side }
  | { kind: 'label'; axis: Axis }
  /** `isWide`: the separator can't be a decimal comma. */
  | { kind: 'separator'; isWide: boolean }

function side(letter: Side): Token {
  return { kind: 'side', side: letter }
}

function label(axis: Axis): Token {
  return { kind: 'label', axis }
}

function unit(value: 0 | 1 | 2 | null): Token {
  return { kind: 'unit', unit: value }
}

function listNames(token: Token | null, names: string): [string, Token | null][] {
  return names.split(',').map((name) => [name, token])
}

const NAMES: ReadonlyMap<string, Token | null> = new Map([
  ...listNames(side('N'), 'n,nb,north,northern,nord,nordlich,nördlich,norden,norte,noord,с,север'),
  ...listNames(side('S'), 's,sb,zb,south,southern,sud,süd,sudlich,südlich,süden,sur,sul,zuid,ю,юг'),
  ...listNames(side('E'), 'e,east,eastern,ost,ostlich,östlich,osten,este,est,leste,ol,ö,ø,oost,в,восток'),
  ...listNames(side('W'), 'w,west,western,westlich,westen,oeste,ouest,ovest,wl,з,запад'),
  ...listNames(side('O'), 'o'),
  ...listNames(
    label('latitude'),
    'lat,latitude,latitud,latitudine,br,breite,breitengrad,szerokość,szer,широта,위도,φ,y',
  ),
  ...listNames(
    label('longitude'),
    'lon,lng,long,longitude,longitud,longitudine,länge,laenge,längengrad,laengengrad,długość,dł,долгота,довгота,경도,λ,x',
  ),
  ...listNames(unit(0), 'deg,degs,degree,degrees,grad,grados,grado,graus,grau,degrés,degré,gradi,градусов'),
  ...listNames(unit(1), 'min,mins,minute,minutes,minuten,minutos,minuti,минут'),
  ...listNames(unit(2), 'sec,secs,second,seconds,sekunden,segundos,secondes,secondi,секунд'),
  ...listNames(
    null,
    'coord,coords,coordinate,coordinates,koordinaten,koordinate,coordenadas,coordonnées,coordinate,gps,wgs,position,posición,posição,pos,location,координаты,座標,坐标,좌표',
  ),
])

function scanNumber(mark: DecimalMark): RegExp {
  const after = mark === '.' ? '[\\d.]' : '[\\d.,]'
  return new RegExp(`([+-]?)( ?)(\\d+)(?:\\${mark}(\\d+))?(?:e([+-]\\d{1,2})(?!${after}))?`, 'y')
}

const NUMBERS: Record<DecimalMark, RegExp> = { '.': scanNumber('.'), ',': scanNumber(',') }
const NAME = /[\p{L}\p{M}]+\.?/uy
/** Maximum number of digits before the decimal mark; longer numbers aren't coordinates. */
const MAX_DIGITS = 3

const MARKS: Readonly<Record<string, Token>> = {
  '°': unit(0),
  "'": unit(1),
  '"': unit(2),
  ':': unit(null),
  ';': { kind: 'separator', isWide: true },
  '|': { kind: 'separator', isWide: true },
  '/': { kind: 'separator', isWide: true },
}

/** Reads the number at a position, with its sign; null if there is none, or if its minus could be a dash. */
function readNumber(text: string, from: number, mark: DecimalMark, before: Token | undefined) {
  const pattern = NUMBERS[mark]
  pattern.lastIndex = from
  const [whole, sign = '', blank = '', digits = '', fraction = '', exponent = ''] = pattern.exec(text) ?? []
  if (whole === undefined || digits.length > MAX_DIGITS) return null
  const follows = before?.kind === 'number' || before?.kind === 'unit'
  // The sign in `41.38 - 2.17` may be a dash; in ISO 6709 (`+41.38-002.17`), every number has its sign.
  const isDash = sign !== '' && follows && (blank !== '' || text[from - 1] !== ' ')
  if (isDash && !(before.kind === 'number' && before.sign && blank === '')) return null
  const token: Token = {
    kind: 'number',
    value: Number(`${digits}.${fraction || '0'}${exponent && `e${exponent}`}`),
    sign: sign as '' | '+' | '-',
    decimals: fraction.length,
  }
  return { token, length: whole.length }
}

/** Splits the result of {@link normalizeText} into tokens; null if it contains anything else. */
export function readTokens(text: string, mark: DecimalMark): Token[] | null {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    const sign = text[at] ?? ''
    if (/[\s()[\]{}<>=]/.test(sign)) at += 1
    else if (sign === ',') {
      tokens.push({ kind: 'separator', isWide: text[at + 1] === ' ' })
      at += 1
    } else if (sign in MARKS) {
      tokens.push(MARKS[sign] as Token)
      at += 1
    } else if (/[\d+-]/.test(sign)) {
      const number = readNumber(text, at, mark, tokens.at(-1))
      if (!number) return null
      tokens.push(number.token)
      at += number.length
    } else {
      NAME.lastIndex = at
      const name = NAME.exec(text)?.[0]
      const token = name && NAMES.get(name.replace(/\.$/, ''))
      if (!name || token === undefined) return null
      if (token) tokens.push(token)
      at += name.length
    }
  }
  return tokens
}
