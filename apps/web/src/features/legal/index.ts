export { LegalFrame, Operator, Part } from './legal-frame.tsx'
