export { LegalFrame, Operator, Part, useServerConfig } from './legal-frame.tsx'
