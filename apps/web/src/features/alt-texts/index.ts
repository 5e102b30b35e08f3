export { AltBadge, DescribeDialog } from './lazy-alt-texts.tsx'
export { saveAltText } from './save-alt-text.ts'
