export { Busts } from './lazy-bust-section.tsx'
