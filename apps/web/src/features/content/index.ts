export { ShareContentForm } from './share-content-form.tsx'
