export { ShareContentForm } from './share-content-form.tsx'
export { contentKinds } from './outbox-kinds.ts'
