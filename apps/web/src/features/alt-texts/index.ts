export { AltBadge, DescribeDialog } from './lazy-alt-texts.tsx'
