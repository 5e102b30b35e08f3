import { normalizeText } from '@nollie/contract/search/normalize-text'
import { readCoordinates, seemsCoordinates } from '@nollie/contract/places/coordinates/read-coordinates'

/**
 * Names of columns that contain the name of the place, its address, its position, or its number. They are compared as in
 * `field-names.ts`.
 */
const NAMES = `site,place,venue,facility,location,park,skatepark,skate park,skate spot,skateplatz,skateanlage,standort,anlage,
  sportanlage,sportstätte,einrichtung,lieu,équipement,installation,localisation,emplacement,lugar,sitio,instalación,equipamiento,
  ubicación,equipamento,instalação,localização,luogo,impianto,struttura,lloc,equipament,locatie,plek,voorziening,sted,plass,anlegg,
  anlæg,plats,anläggning,paikka,kohde,obiekt,miejsce,místo,hely,helyszín,yer,tesis,τοποθεσία,χώρος,место,объект,площадка,місце,
  об'єкт,場所,施設,公園,スポット,設置場所,地点,场所,场地,设施,公园,地點,場地,設施,장소,시설,공원,địa điểm,lokasi,tempat,מקום,מיתקן,موقع,مكان`

function simplify(name: string): string {
  return normalizeText(name).replaceAll(/[^\p{L}\p{N}]+/gu, '')
}

const PLACES: ReadonlySet<string> = new Set(NAMES.split(',').map(simplify))

/** Whether a name is only a word for a place. */
export function isPlaceWord(column: string): boolean {
  return PLACES.has(simplify(column))
}

const LINK = /^\w+:\/\/|^www\.|^[\w-]+(?:\.[\w-]+)+\/|\.(?:jpe?g|png|gif|webp|html?|php)$|@/i
/** A value of a tag, a single ASCII word with digits or underscores, or a number of any kind. */
const ID = /^[a-z_]+$|^(?=[\x21-\x7e]*[\d_])[\x21-\x7e]+$|^\{?[\da-f-]{32,}\}?$/
const NO_NAME =
  /^(?:yes|no|none|true|false|n\/?a|tbd|tba|unknown|other|indoors?|outdoors?|inside|outside|public|private|urban|rural|active|open|closed|various|multiple|see [\p{L} ]+|ja|nein|sí|non?|oui|sim|não)[.!]?$/iu
const MAX_NAME = 120

/** Whether a text can be the name of a place, and isn't a position, an id, a link, or the value of a tag. */
export function isPlaceText(text: string): boolean {
  if (
    text.length > MAX_NAME ||
    !/\p{L}/u.test(text) ||
    LINK.test(text) ||
    ID.test(text) ||
    NO_NAME.test(text)
  )
    return false
  return readCoordinates(text).kind === 'text' && !seemsCoordinates(text) && !/-?\d+[.,]\d{3,}/.test(text)
}

/** Whether a text begins with a house number, or contains one before a comma, or a postal code after one. */
export function isAddress(text: string): boolean {
  return /^\d{1,5}\p{L}?[ ,-]+\p{L}|\p{L}\.? \d{1,4} ?[a-z]?,|,.*\b\d{4,6}\b|丁目|\d番|〒/u.test(text)
}
