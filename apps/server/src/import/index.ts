// Code that importers of other formats share with `npm run import`.

export { readCsvRows } from './readers/csv-records.ts'
export { readJsonObjects, readLines } from './readers/json-objects.ts'
export { MAX_ROW, type Piece } from './readers/row-limit.ts'
export { toShownLine } from './shown-line.ts'
