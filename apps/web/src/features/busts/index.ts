export { Busts } from './lazy-bust-section.tsx'
export { bustKinds } from './waiting-kinds.ts'
