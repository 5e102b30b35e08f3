export { BustReport } from './lazy-bust-report.tsx'
export { Busts } from './lazy-bust-section.tsx'
export { bustKinds } from './outbox-kinds.ts'
