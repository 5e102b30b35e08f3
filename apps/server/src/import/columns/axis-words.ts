import { normalizeText } from '@nollie/contract/search/normalize-text'

/** Words for the latitude in more languages. They are compared as in `field-names.ts`. */
export const LATITUDE_WORDS = list(
  `latitudo,latitudinea,latitudea,laiuskraad,platuma,vĩ độ,lintang,garis lintang,განედი,ендік,өргөрөг,шырата,breiddargráða,lledred,domhanleithead,
  अक्षांश,অক্ষাংশ,அட்சரேகை,അക്ഷാംശം,అక్షాంశం,دائرة العرض,عرض جغرافیایی,קו רוחב,latcoord`,
)

/** Words for the longitude in more languages. */
export const LONGITUDE_WORDS = list(
  `longitudo,longitudinea,longitudea,pikkuskraad,ilguma,kinh độ,bujur,garis bujur,გრძედი,бойлық,уртраг,довгота,даўгата,lengdargráða,hydred,domhanfhad,
  देशांतर,रेखांश,দ্রাঘিমাংশ,தீர்க்கரேகை,രേഖാംശം,రేఖాంశం,طول جغرافیایی,קו אורך,loncoord,longcoord`,
)

/** Words for both numbers in one column. */
export const POSITION_WORDS = list(
  `ubicación,ubicació,localización,localització,localização,localisation,géolocalisation,geolocalización,georreferenciación,posición,posició,posição,posizione,
  localizzazione,positie,lage,standort,położenie,lokalizacja,umístění,poloha,sijainti,läge,plassering,posisjon,pozicija,lokacija,locație,local,konum,lokasi,vị trí,
  местоположение,расположение,локация,розташування,локація,θέση,τοποθεσία,位置,位置情報,위치,ตำแหน่ง,מיקום,الموقع,współrzędne,koordynaty,coördinaten,coördinaat,koordinaatti,koordinaatit,koordinaadid,koordinater,koordinates,koordinātas,koordinatės,souřadnice,súradnice,koordinate,koordináták,координати,каардынаты,
  koordinat,koordinatlar,coordonate,coordenada,coordenades,tọa độ,titik koordinat,좌표,พิกัด,נקודת ציון,נ.צ.,קואורדינטות,إحداثيات,الإحداثيات,مختصات,συντεταγμένες,
  निर्देशांक,georeferencia,georreferencia,georeference,geopoint,hnit,koordenatuak`,
)

/**
 * Words for meters in a national grid. A column with one of them never gives a position, only the reason why there is
 * none.
 */
export const NORTHING_WORDS = list('norte,nord,noord,norr,pohjoinen')
export const EASTING_WORDS = list('este,est,ost,oost,öst,itä')

/**
 * Words that can mean a width or a length as well as a coordinate. They count as coordinates only next to a word that
 * says so, or if the number has many decimals.
 */
const WIDTHS = toSet(
  'breite br šir breedte bredde bredd szerokość szer szélesség πλάτος רוחב širina šírka šířka ширина platums leveys عرض gjerësia լայնություն',
)
const LENGTHS = toSet(
  'länge laenge lg lengte længde lengde längd długość dł hosszúság μήκος אורך dužina duž dolžina dolž dĺžka délka дължина дужина garums pituus طول gjatësia երկայնություն',
)

/** Stems of words that mark a width or a length as a geographic coordinate. */
const GEOGRAPHIC = /^(?:geogr|географ|foldr|zemlj|zemep|maantiet|γεωγραφ|جغراف|աշխարհագր)/

/** Whether a word marks a width or a length as a geographic coordinate. */
export function isGeographic(word: string): boolean {
  return GEOGRAPHIC.test(normalizeText(word))
}

function list(text: string): string[] {
  return text.split(',').map((word) => word.trim())
}

function toSet(text: string): Set<string> {
  return new Set(text.split(/\s+/).map(normalizeText))
}

const STEMS: readonly (readonly [stem: RegExp, axis: 'latitude' | 'longitude'])[] = [
  [/^(?:latit|широт)\p{L}*$/u, 'latitude'],
  [/^(?:longh?it|долгот|довгот)\p{L}*$/u, 'longitude'],
]

/** Returns the axis that a word of Latin origin means in any language, or null. */
export function findStem(word: string): 'latitude' | 'longitude' | null {
  const plain = normalizeText(word)
  return STEMS.find(([stem]) => stem.test(plain))?.[1] ?? null
}

/** Returns the axis that a word for a width or a length can mean, or null. */
export function findSize(word: string): 'latitude' | 'longitude' | null {
  const plain = normalizeText(word)
  if (WIDTHS.has(plain)) return 'latitude'
  return LENGTHS.has(plain) ? 'longitude' : null
}
