export { LegalFrame, Operator, Part, useServerConfig } from './legal-frame.tsx'
export { NoticeForm } from './notice-form.tsx'
