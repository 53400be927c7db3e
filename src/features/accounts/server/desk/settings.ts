import type { Actor } from '../../../../core/actor.ts';
import type { In } from '../../../../core/endpoint.ts';
import { type FieldError, Refusal, refuseFields } from '../../../../core/errors.ts';
import { command } from '../../../../platform/command.ts';
import { json } from '../../../../platform/db/json.ts';
import type { Ports } from '../../../../platform/ports.ts';
import type { Services } from '../../../../platform/services.ts';
import { resolveUserFlags } from '../../../organizations/rules.ts';
import type { peopleDeskEndpoints, PersonView } from '../../contract/people-desk.ts';
import {
  bookmarkFault,
  folderId,
  mayKeep,
  maySetPersonal,
  MOST_BOOKMARKS,
  MOST_FOLDERS,
  PERSON_SETTINGS,
} from '../../rules.ts';
import { bookmarksOf, foldersOf } from '../current-user.ts';
import { tellPerson } from './grants.ts';
import { readPerson } from './person.ts';
import { lockPerson, memberOf } from './stored.ts';

/** Sets a person's flags, bookmarks and folders in Box, all or none; each that changed is a row of the trail. */
export async function changePersonSettings(
  services: Services,
  ports: Ports,
  actor: Actor,
  id: number,
  body: In<typeof peopleDeskEndpoints.changeSettings, 'body'>,
): Promise<PersonView> {
  return command(services, actor, async (tx) => {
    const person = await lockPerson(tx, id);
    const asked = PERSON_SETTINGS.filter(({ name }) => body.flags[name] !== undefined);
    if (!mayKeep(actor, person) || asked.some((setting) => !maySetPersonal(actor.kind, setting)))
      throw new Refusal('forbidden');
    const expert = await tx.system
      .selectFrom('expert_profiles')
      .innerJoin('profiles', 'profiles.id', 'expert_profiles.profile_id')
      .select(['expert_profiles.profile_id', 'display_earnings', 'display_contact_information'])
      .where('profiles.user_id', '=', id)
      .orderBy('profiles.is_primary', 'desc')
      .orderBy('profiles.id')
      .executeTakeFirst();
    if (!expert && asked.some((setting) => setting.of === 'expert_profile'))
      throw new Refusal('wrong_state', 'This person is no expert.');
    if (person.lock_version !== body.lock_version)
      throw new Refusal('stale', undefined, { current: await readPerson(services, tx.db, id) });
    const bookmarks = body.bookmark_urls?.map(({ label, url }) => ({ label: label.trim(), url: url.trim() }));
    const folders = body.box_folder_ids && [...new Set(body.box_folder_ids.map((typed) => folderId(typed) ?? ''))];
    refuseFields([...bookmarkFaults(bookmarks ?? []), ...folderFaults(body.box_folder_ids ?? [])]);

    const flags = resolveUserFlags(person.feature_flags);
    const changes: { field: string; before: unknown; after: unknown }[] = [];
    for (const { name, of } of asked) {
      const before = of === 'user' ? memberOf(flags, name) : expert && memberOf(expert, name);
      if (before !== body.flags[name]) changes.push({ field: name, before, after: body.flags[name] });
    }
    const before = bookmarksOf(person.bookmark_urls);
    if (bookmarks && JSON.stringify(bookmarks) !== JSON.stringify(before))
      changes.push({ field: 'bookmark_urls', before, after: bookmarks });
    const opened = foldersOf(person.box_folder_ids);
    if (folders && JSON.stringify(folders) !== JSON.stringify(opened))
      changes.push({ field: 'box_folder_ids', before: opened, after: folders });
    if (changes.length === 0) return readPerson(services, tx.db, id);

    const own = Object.fromEntries(asked.filter(({ of }) => of === 'user').map(({ name }) => [name, body.flags[name]]));
    const stored =
      typeof person.feature_flags === 'object' && person.feature_flags !== null ? person.feature_flags : {};
    await tx.system
      .updateTable('users')
      .set((eb) => ({
        feature_flags: json({ ...stored, ...own }),
        ...(bookmarks ? { bookmark_urls: json(bookmarks) } : {}),
        ...(folders ? { box_folder_ids: json(folders) } : {}),
        lock_version: eb('lock_version', '+', 1),
      }))
      .where('id', '=', id)
      .execute();
    const ofExpert = Object.fromEntries(
      asked.filter(({ of }) => of === 'expert_profile').map(({ name }) => [name, body.flags[name]]),
    );
    if (expert && Object.keys(ofExpert).length > 0) await ports.setExpertFlags(tx, expert.profile_id, ofExpert);
    for (const { field, before: was, after } of changes)
      await tx.audit({
        action: 'person.changed',
        organization_id: person.organization_id,
        subject: `user:${id}`,
        data: { field, before: was, after },
      });
    tellPerson(tx, id);
    return readPerson(services, tx.db, id);
  });
}

function bookmarkFaults(bookmarks: readonly { label: string; url: string }[]): FieldError[] {
  if (bookmarks.length > MOST_BOOKMARKS)
    return [{ path: 'bookmark_urls', message: `Keep ${MOST_BOOKMARKS} bookmarks at most.` }];
  return bookmarks.flatMap((bookmark, at) => {
    const found = bookmarkFault(bookmark);
    return found ? [{ path: `bookmark_urls.${at}.${found.at}`, message: found.fault }] : [];
  });
}

function folderFaults(folders: readonly string[]): FieldError[] {
  if (folders.length > MOST_FOLDERS)
    return [{ path: 'box_folder_ids', message: `Open ${MOST_FOLDERS} folders at most.` }];
  return folders.flatMap((typed, at) =>
    folderId(typed) === null
      ? [{ path: `box_folder_ids.${at}`, message: 'Enter the address of a folder in Box, or its number.' }]
      : [],
  );
}
