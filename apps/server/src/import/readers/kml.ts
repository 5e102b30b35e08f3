import { textOfFile } from './chunks.ts'
import { middleOf, type Pair, type RawRecord, unreadable } from './raw-record.ts'
import { MAX_ROW } from '../tables/row-limit.ts'
import { type Path, readXml, type XmlVisitor } from './xml.ts'

type Placemark = {
  properties: Record<string, string>
  /** What its ExtendedData says, which wins. */
  extended: Record<string, string>
  coordinates: string
  /** The name of the datum that is read. */
  datum: string | null
  length: number
}

const pairsOf = (text: string): Pair[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => pair.split(',').map(Number))
    .filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y))
    .map(([x = 0, y = 0]): Pair => [x, y])

/** Collects placemarks while XML is read. */
class Placemarks implements XmlVisitor {
  #mark: Placemark | null = null
  #count = 0
  /** Those that are whole. */
  found: RawRecord[] = []

  open = (name: string, attributes: Record<string, string>): void => {
    if (name === 'Placemark') {
      this.#count += 1
      const { id } = attributes
      this.#mark = {
        ...{ properties: id ? { id } : {}, extended: {}, coordinates: '', datum: null, length: 0 },
      }
    } else if (this.#mark && (name === 'Data' || name === 'SimpleData'))
      this.#mark.datum = (attributes.name ?? '').toLowerCase()
  }

  text = (text: string, path: Path): void => {
    const mark = this.#mark
    if (!mark) return
    mark.length += text.length
    // Only that it is too long is remembered of what is too long.
    if (mark.length > MAX_ROW) return
    const [around, name] = [path.at(-2), path.at(-1)]
    if (path.includes('ExtendedData')) {
      if (mark.datum && (name === 'value' || name === 'SimpleData'))
        mark.extended[mark.datum] = (mark.extended[mark.datum] ?? '') + text
    } else if (name === 'coordinates') mark.coordinates += `${text} `
    else if (around === 'Placemark' && (name === 'name' || name === 'description'))
      mark.properties[name] = (mark.properties[name] ?? '') + text
  }

  close = (name: string): void => {
    const mark = this.#mark
    if (name !== 'Placemark' || !mark) return
    const where = `placemark ${this.#count}`
    const { length, properties, extended, coordinates } = mark
    this.found.push(
      length > MAX_ROW
        ? unreadable(where, `longer than ${MAX_ROW} characters`)
        : { where, properties: { ...properties, ...extended }, at: middleOf(pairsOf(coordinates)) },
    )
    this.#mark = null
  }
}

/** The placemarks in a text of KML. */
export async function* readKmlText(chunks: AsyncIterable<string>, file: string): AsyncGenerator<RawRecord> {
  const marks = new Placemarks()
  for await (const _ of readXml(chunks, { file, format: 'KML' }, marks)) yield* marks.found.splice(0)
  yield* marks.found
}

/** The placemarks of a KML file. */
export const readKml = (file: string, encoding?: string): AsyncGenerator<RawRecord> =>
  readKmlText(textOfFile(file, encoding), file)
