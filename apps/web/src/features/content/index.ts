export { ShareContentForm } from './share-content-form.tsx'
export { contentKinds } from './waiting-kinds.ts'
