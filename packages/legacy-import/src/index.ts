export { importTables } from './import-tables.ts'
