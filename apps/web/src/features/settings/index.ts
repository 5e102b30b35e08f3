export { ExportSection } from './export-section.tsx'
export { DeleteAccountSection } from './delete-account-section.tsx'
export { ProofHost } from './proof-host.tsx'
export { CardState, Section } from './section.tsx'
export { SessionsSection } from './sessions-section.tsx'
export { SettingsScreen } from './settings-screen.tsx'
/** The styles of the settings cards, for screens that share their look. */
export { default as settingsLook } from './settings.module.css'
