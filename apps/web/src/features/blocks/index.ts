export { BlockDialog } from './block-dialog.tsx'
