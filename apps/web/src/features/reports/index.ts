export { ReportDialog } from './lazy-report.tsx'
export { NoticeForm } from './notice-form.tsx'
export { reportTypeLabel } from './report-type-label.ts'
