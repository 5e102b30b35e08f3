export { ShareDraft } from './share-stored-draft.tsx'
export { ShareForm } from './share-form.tsx'
export { spotKinds } from './waiting-kinds.ts'
