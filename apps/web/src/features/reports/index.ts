export { ReportDialog } from './lazy-report.tsx'
export { mayReport, type ReportedThing } from './reported-thing.ts'
export { reportTypeWord } from './report-type-word.ts'
