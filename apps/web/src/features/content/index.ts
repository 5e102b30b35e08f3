export { ShareContentScreen } from './share-content-screen.tsx'
export { contentKinds } from './outbox-kinds.ts'
