export { ReportDialog } from './lazy-report.tsx'
export { NoticeForm } from './notice-form.tsx'
export { mayReport } from './report-subject.ts'
export { reportTypeLabel } from './report-type-label.ts'
