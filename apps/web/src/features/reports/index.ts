export { ReportDialog } from './lazy-report.tsx'
export { mayReport, type ReportSubject } from './report-subject.ts'
export { reportTypeLabel } from './report-type-label.ts'
