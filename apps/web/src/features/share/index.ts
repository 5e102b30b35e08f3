export { ShareDraft } from './share-stored-draft.tsx'
export { ShareForm } from './share-form.tsx'
export { waitingSpots } from './waiting-spots.ts'
