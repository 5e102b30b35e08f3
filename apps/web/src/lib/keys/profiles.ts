/** Query keys of one person's profile, spots, posts, pictures and activity. */
export const profileKeys = {
  all: ['profiles'] as const,
  /** A part of a person's page; `profile` is its header. */
  part: <P extends 'profile' | 'spots' | 'posts' | 'pictures' | 'activity' | 'blocked'>(
    part: P,
    user_id: string,
  ) => ['profiles', part, user_id] as const,
}
