export { DownloadLinks } from './download-links.tsx'
export { MemberLicense } from './member-license.tsx'
export { OpenDataParts } from './open-data-parts.tsx'
export { useMapExport } from './use-map-export.tsx'
