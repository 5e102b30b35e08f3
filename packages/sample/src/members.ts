/** A sample member; no one can sign in as one. */
export type SampleMember = { username: string; full_name: string; bio: string }

/** The people who share the sample spots. */
export const SAMPLE_MEMBERS: readonly SampleMember[] = [
  {
    username: 'mira.flatground',
    full_name: 'Mira Okafor',
    bio: 'Flat ground first. Barcelona when it is cold elsewhere.',
  },
  { username: 'jonas_kerb', full_name: 'Jonas Lindqvist', bio: 'Kerbs, not mountains. I carry the wax.' },
  { username: 'tinta', full_name: 'Beatriz Tinta', bio: 'São Paulo. Filming more than landing.' },
  { username: 'desmond.pops', full_name: 'Desmond Pope', bio: 'Skating since before your board was a tree.' },
  { username: 'yuki.rolls', full_name: 'Yuki Arai', bio: 'Mini ramps, big lunches.' },
  { username: 'sasha_noslide', full_name: 'Sasha Petrov', bio: 'Noseslides only. It is not a phase.' },
]
