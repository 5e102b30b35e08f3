export { ShareContentForm } from './share-content-form.tsx'
export { waitingContent } from './waiting-content.ts'
