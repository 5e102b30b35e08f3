/** Words for a name, without accents. */
const NAME_WORDS = new Set(
  `name names nom noms nombre nome naam navn namn nimi nazwa nazev title titre titulo titel label bezeichnung denominacion
  denominazione denomination designation designacao intitule libelle название наименование назва nume naziv ime pavadinimas nosaukums nimetus neve`.split(
    /\s+/,
  ),
)

/** Words for a place, without accents. */
const PLACE_WORDS = new Set(
  `spot skatespot skatepark skateparks skateplatz skateanlage skate park parks parc parque parco place site facility venue location
  feature asset playground amenity poi lieu site equipement installation terrain lugar sitio instalacion equipamiento equipamento
  local luogo impianto struttura plek locatie voorziening terrein ort orte platz anlage sportanlage sportstatte standort objekt
  objekts objektes einrichtung obiekt obiektu miejsca miejsce sted anlaeg anlegg plats anlaggning объекта объект места
  площадки парка fac facil centre center court ground oval arena rink recinto cancha pista plaza centro obiektu kohteen paikan paikka anleggs lokasjon lokalitets locatie
  hriste hriska sportoviste sportoviska lokality mista skateparku igralista igralisca igriste vietos rajono palya letesitmeny liikuntapaikan puiston
  kentan skateplassen idrettsanlegg lekplats plassens plass anleggets skatepladsen spielplatz spielplatzes playgrounds`.split(
    /\s+/,
  ),
)

/** Words that connect a word for a name with a word for a place. */
const SMALL_WORDS = new Set(
  `of the du de des la le les l d del do da dos das di della dell der die das des van het en el o a pa av af til for i dla na at su sur`.split(
    /\s+/,
  ),
)

/** A Japanese, Chinese, or Korean word for a place, and the word for a name. */
const CHINESE =
  /^(?:施設|公園|場所|地点|地點|設施|设施|公园|スポット|パーク|スケートパーク|スケート場)(?:の)?(?:名称|名稱|名前|名)$/
const KOREAN =
  /^(?:시설|공원|장소|설치장소|지점|체육시설|운동시설|경기장|놀이터|광장|스케이트파크|스케이트장|업소|사업장)\s?(?:의\s)?(?:명|명칭|이름)$/

/** Whether a word combines a word for a place with a word for a name, as in `sitename` and `nomparc`. */
function isJoined(word: string): boolean {
  for (let at = 3; at <= word.length - 3; at += 1) {
    const [first, second] = [word.slice(0, at), word.slice(at)]
    if (PLACE_WORDS.has(first) && NAME_WORDS.has(second)) return true
    if (NAME_WORDS.has(first) && PLACE_WORDS.has(second)) return true
  }
  return false
}

/**
 * Whether a column's multi-word name means that it contains the names of places: `Nom du lieu`, `Name of facility`,
 * `SkateparkName`. False if there is any other word, as in `Name of owner`.
 */
export function isPlaceName(column: string): boolean {
  if (CHINESE.test(column.trim()) || KOREAN.test(column.trim())) return true
  const words = column
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !SMALL_WORDS.has(word))
  if (words.length === 1) return isJoined(words[0] as string)
  const names = words.filter((word) => NAME_WORDS.has(word)).length
  return names === 1 && words.every((word) => NAME_WORDS.has(word) || PLACE_WORDS.has(word))
}
