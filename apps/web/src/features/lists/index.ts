export { AddToList, OwnLists, PersonLists } from './lazy-lists.tsx'
export { DownloadSheet } from './download-sheet.tsx'
export { ListScreen } from './list-screen.tsx'
export { listKinds } from './outbox-kinds.ts'
