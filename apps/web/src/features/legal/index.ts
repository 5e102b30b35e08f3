export { LegalFrame, Operator, Part } from './legal-frame.tsx'
export { NoticeForm } from './notice-form.tsx'
