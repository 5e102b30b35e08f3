export { DROP_NOW, DraftsPanel } from './drafts-panel.tsx'
export { draftsQuery, isDraftGone } from './draft-requests.ts'
export { QuickDrop } from './quick-drop.tsx'
export { waitingDrafts } from './waiting-drafts.ts'
