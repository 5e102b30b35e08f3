import { FACT_FIELDS } from './facts-in-record.ts'
import { isPlaceName } from './place-name-columns.ts'
import { findPositionField, POSITION_NAMES } from './position-names.ts'

/**
 * Field names in files of all formats, best first. Comparison ignores case, accents, spaces, and punctuation, so
 * `Nombre` and `spot-name` need no separate entry. docs/import.md documents which name takes precedence.
 */
const FIELD_NAMES = {
  id: [
    'source_id',
    '@id',
    'osm_id',
    'id',
    'uid',
    'uuid',
    'guid',
    'global_id',
    'key',
    'spot_id',
    'identifier',
    'identificador',
    'identifiant',
  ],
  name: [
    'name',
    'title',
    'spot',
    'spot_name',
    'park_name',
    'skatepark_name',
    'facility_name',
    'site_name',
    'place_name',
    'location_name',
    'business_name',
    'display_name',
    'full_name',
    'official_name',
    'names',
    'name:en',
    'name_en',
    'feature_name',
    'nom_equipement',
    'nom_installation',
    'nombre_instalacion',
    'objektname',
    'nimi',
    'int_name',
    'loc_name',
    'nombre',
    'nom',
    'nome',
    'titel',
    'titre',
    'titulo',
    'titolo',
    'bezeichnung',
    'denominacion',
    'denominazione',
    'naam',
    'navn',
    'namn',
    'nazwa',
    'nazev',
    'название',
    'имя',
    '名称',
    '名前',
    '名稱',
    'наименование',
    '이름',
    '시설명',
    'alt_name',
    'short_name',
    'label',
    'item_label',
    'park',
    'facility',
    'name_der_anlage',
    'anlagenname',
    'bezeichnun',
    'equip_nom',
    'inst_nom',
    'nom_equip',
  ],
  description: [
    'description',
    'desc',
    'descriptio',
    'descript',
    'notes',
    'note',
    'comment',
    'comments',
    'cmt',
    'remarks',
    'remark',
    'details',
    'info',
    'about',
    'summary',
    'item_description',
    'beschreibung',
    'bemerkung',
    'bemerkungen',
    'anmerkung',
    'notiz',
    'notizen',
    'kommentar',
    'descripcion',
    'descripcio',
    'observaciones',
    'notas',
    'comentario',
    'comentarios',
    'descricao',
    'observacoes',
    'descrizione',
    'remarques',
    'commentaire',
    'commentaires',
    'omschrijving',
    'beskrivelse',
    'opis',
    'описание',
    '説明',
    '備考',
    '描述',
    '备注',
    'beschreibu',
    'descripcion_entidad',
    'observacion',
    'equip_obs',
  ],
  address: [
    'address',
    'addr:full',
    'full_address',
    'formatted_address',
    'street_address',
    'streetaddr',
    'full_addr',
    'address_1',
    'address_line_1',
    'addr_1',
    'adresse_complete',
    'freeform',
    'site_address',
    'addr',
    'adresse',
    'anschrift',
    'direccion',
    'adreca',
    'endereco',
    'indirizzo',
    'adres',
    'адрес',
    '住所',
    '地址',
    '주소',
    '도로명주소',
    '소재지도로명주소',
    'morada',
    'adresse_postale',
    'location_address',
    'inst_adresse',
    '所在地',
  ],
  street: [
    'addr:street',
    'street',
    'street_name',
    'strasse',
    'straße',
    'calle',
    'carrer',
    'rue',
    'rua',
    'via',
    'straat',
    'nombre_via',
  ],
  house_number: [
    'addr:housenumber',
    'house_number',
    'street_number',
    'house_no',
    'hausnummer',
    'haus_nr',
    'hnr',
    'num',
  ],
  city: [
    'city',
    'addr:city',
    'city_name',
    'town',
    'village',
    'municipality',
    'locality',
    'address_locality',
    'stadt',
    'ort',
    'gemeinde',
    'ciudad',
    'municipio',
    'localidad',
    'poblacion',
    'ville',
    'commune',
    'cidade',
    'citta',
    'comune',
    'plaats',
    'stad',
    'gemeente',
    'miasto',
    'город',
    '市',
    '城市',
    '市区町村名',
    '市区町村',
    'inst_com_nom',
    'location_city',
  ],
  state: [
    'state',
    'addr:state',
    'state_province',
    'province',
    'region',
    'address_region',
    'bundesland',
    'kanton',
    'canton',
    'estado',
    'provincia',
    'departement',
    'regione',
    'prefecture',
    'область',
    '都道府県',
    '都道府県名',
  ],
  country: ['country', 'country_name', 'land', 'pais', 'pays', 'paese', 'nation', 'страна', '国', '国家'],
  postal_code: [
    'postal_code',
    'addr:postcode',
    'postcode',
    'zip',
    'zip_code',
    'plz',
    'postleitzahl',
    'cp',
    'codigo_postal',
    'codi_postal',
    'code_postal',
    'cep',
    'cap',
    'postnummer',
    'почтовый индекс',
    '郵便番号',
    '邮编',
    'inst_cp',
  ],
  within: ['within', 'located_in', 'inside_of'],
  ...POSITION_NAMES,
  link: [
    'google_maps_url',
    'google_maps_link',
    'google_maps',
    'maps_url',
    'maps_link',
    'map_url',
    'map_link',
    'maps',
    'map',
    'url',
    'link',
    'web',
    'website',
    'contact:website',
    'homepage',
  ],
  srid: ['srid', 'epsg'],
  crs: ['crs', 'srs', 'coordinate_system', 'coordinate_reference_system'],
  source: ['source'],
  licence: ['licence', 'license', 'lizenz', 'licencia', 'licenca', 'licenza'],
  source_url: ['source_url', 'attribution_url'],
  spot_types: ['spot_types', 'spot_type', 'types'],
  type: ['type', 'kind', 'spot_kind', 'typ', 'art', 'tipo'],
  category: ['category', 'categories', 'kategorie', 'categoria', 'categorie'],
  difficulty_level: [
    'difficulty_level',
    'difficulty',
    'level',
    'schwierigkeit',
    'dificultad',
    'dificuldade',
    'difficulte',
    'niveau',
    'nivel',
    '難易度',
    '难度',
  ],
  sport: ['sport', 'sports'],
  shop: ['shop'],
  access: ['access'],
  lifecycle: ['lifecycle', 'status', 'condition'],
  poi_type: ['poi_type', 'leisure', 'amenity'],
} satisfies Record<string, readonly string[]>

/** Removes a name's case, accents, spaces, and punctuation. */
export function normalizeName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]+/gu, '')
    .toLowerCase()
}

/**
 * The field that a name refers to, and how well it matches. If several names in a record match, the lowest rank wins.
 */
export type Meaning = { field: string; rank: number }

/** The penalty for a name that isn't spelled exactly like its entry. */
const SPELLED_OTHERWISE = 0.5

const EXACT = new Map<string, Meaning>()
const FOLDED = new Map<string, Meaning>()
const ALL: (readonly [string, readonly string[]])[] = [...Object.entries(FIELD_NAMES), ...FACT_FIELDS]
for (const [field, names] of ALL)
  for (const [rank, name] of names.entries()) {
    const meaning: Meaning = { field, rank }
    const folded = normalizeName(name)
    EXACT.set(name, meaning)
    if (!FOLDED.has(folded)) FOLDED.set(folded, { ...meaning, rank: rank + SPELLED_OTHERWISE })
  }

/** Names in several words, such as `Coordinates (lon, lat)` or `Nom du lieu`, rank after the known ones. */
const WORDS_RANK = 100

function findInWords(name: string): Meaning | null {
  const field =
    findPositionField(name, (word) => FOLDED.get(normalizeName(word))?.field) ??
    (isPlaceName(name) ? ('name' as const) : null)
  return field && { field, rank: WORDS_RANK }
}

/** Maximum number of cached names. A file with more names was built to exhaust memory. */
const MAX_CACHED = 10_000
const cache = new Map<string, Meaning | null>()

/** Returns the field that a name in a file refers to, or null if the import doesn't use it. */
export function findMeaning(name: string): Meaning | null {
  const known = cache.get(name)
  if (known !== undefined) return known
  const meaning = EXACT.get(name) ?? FOLDED.get(normalizeName(name)) ?? findInWords(name)
  if (cache.size >= MAX_CACHED) cache.clear()
  cache.set(name, meaning)
  return meaning
}
