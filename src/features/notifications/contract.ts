import { z } from 'zod';
import { defineEndpoint, idParam, instant, nothing, pageOf, kindName } from '../../core/endpoint.ts';
import { ANNOUNCEMENT_MAX, ANNOUNCEMENT_STANDINGS, AUDIENCE_NAMES, CATEGORY_NAMES, mayPublish } from './rules.ts';

/** One thing that happened, as its reader is told. */
export const notification = z.object({
  id: z.number(),
  event: z.string(),
  title: z.string(),
  /** The instant it is about: the call, the day something is due. */
  at: instant.nullable(),
  /** What that instant is: "Answer by", "Call". */
  at_label: z.string().nullable(),
  /** What the reader does about it, as a button says; null where there is nothing to do. */
  act: z.string().nullable(),
  /** `subject`: what it is about, for those who see it at this moment. */
  review: z.object({ id: z.number(), kind: kindName, number: z.string(), subject: z.string().nullable() }).nullable(),
  /** The page it leads to. */
  link: z.string(),
  created_at: instant,
  read_at: instant.nullable(),
});
export type NotificationView = z.output<typeof notification>;

const unread = z.object({ unread: z.number() });

export const preferences = z
  .object({
    /** By category: whether its events also come by mail. */
    by_mail: z.record(z.enum(CATEGORY_NAMES), z.boolean()),
    /** Why no mail comes whatever is chosen; null where mails come. */
    mails_off: z.string().nullable(),
  })
  .meta({ id: 'NotificationPreferences' });
export type Preferences = z.output<typeof preferences>;

export const announcement = z
  .object({
    id: z.number(),
    text: z.string(),
    audience: z.enum(AUDIENCE_NAMES),
    starts_at: instant,
    ends_at: instant,
    withdrawn_at: instant.nullable(),
  })
  .meta({ id: 'Announcement' });
export type AnnouncementView = z.output<typeof announcement>;

const keptAnnouncement = announcement
  .extend({
    standing: z.enum(ANNOUNCEMENT_STANDINGS),
    published_by: z.string(),
    created_at: instant,
  })
  .meta({ id: 'KeptAnnouncement' });
export type KeptAnnouncement = z.output<typeof keptAnnouncement>;

const anyone = () => true;

export const notificationEndpoints = {
  list: defineEndpoint({
    id: 'notifications.list',
    method: 'GET',
    path: '/api/v1/notifications',
    summary: 'What one was told, newest first',
    allow: anyone,
    shape: {
      query: z.object({
        unread: z.enum(['true']).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(20),
        cursor: z.string().max(200).optional(),
      }),
      output: pageOf(notification),
    },
  }),
  unread: defineEndpoint({
    id: 'notifications.unread',
    method: 'GET',
    path: '/api/v1/notifications/unread',
    summary: 'How much of it one has not read; counting stops at 100',
    allow: anyone,
    shape: { output: unread },
  }),
  read: defineEndpoint({
    id: 'notifications.read',
    method: 'POST',
    path: '/api/v1/notifications/{id}/read',
    summary: 'Mark one as read',
    allow: anyone,
    shape: { params: z.object({ id: idParam }), output: unread },
    errors: ['not_found'],
  }),
  readAll: defineEndpoint({
    id: 'notifications.read_all',
    method: 'POST',
    path: '/api/v1/notifications/read',
    summary: 'Mark as read what there is up to one of them; what comes later stays unread',
    allow: anyone,
    shape: { body: z.object({ up_to: idParam }), output: unread },
  }),
  preferences: defineEndpoint({
    id: 'notifications.preferences',
    method: 'GET',
    path: '/api/v1/notifications/preferences',
    summary: 'Which events come by e-mail',
    allow: anyone,
    shape: { output: preferences },
  }),
  savePreferences: defineEndpoint({
    id: 'notifications.save_preferences',
    method: 'PUT',
    path: '/api/v1/notifications/preferences',
    summary: 'Choose which events come by e-mail; categories left out stay as they are',
    allow: anyone,
    shape: {
      body: z.object({ by_mail: z.partialRecord(z.enum(CATEGORY_NAMES), z.boolean()) }),
      output: preferences,
    },
  }),
};

export const announcementEndpoints = {
  current: defineEndpoint({
    id: 'announcements.current',
    method: 'GET',
    path: '/api/v1/announcements',
    summary: 'Announcements that stand now for the reader',
    allow: anyone,
    shape: { output: z.object({ data: z.array(announcement) }) },
  }),
  all: defineEndpoint({
    id: 'announcements.all',
    method: 'GET',
    path: '/api/v1/announcements/all',
    summary: 'Every announcement, also those to come and those over; newest first',
    allow: (actor) => mayPublish(actor.kind),
    shape: {
      query: z.object({
        standing: z.enum(ANNOUNCEMENT_STANDINGS).optional(),
        limit: z.coerce.number().int().min(1).max(100).default(25),
        cursor: z.string().max(200).optional(),
      }),
      output: pageOf(keptAnnouncement),
    },
  }),
  publish: defineEndpoint({
    id: 'announcements.publish',
    method: 'POST',
    path: '/api/v1/announcements',
    summary: 'Publish an announcement to an audience for a period',
    allow: (actor) => mayPublish(actor.kind),
    shape: {
      body: z.object({
        text: z.string().trim().min(1).max(ANNOUNCEMENT_MAX),
        audience: z.enum(AUDIENCE_NAMES),
        /** Now, when it is left out. */
        starts_at: instant.optional(),
        ends_at: instant,
      }),
      output: announcement,
    },
    success: 201,
    idempotent: true,
    errors: ['invalid'],
  }),
  withdraw: defineEndpoint({
    id: 'announcements.withdraw',
    method: 'DELETE',
    path: '/api/v1/announcements/{id}',
    summary: 'Take an announcement down before its time; withdrawing it twice changes nothing',
    allow: (actor) => mayPublish(actor.kind),
    shape: { params: z.object({ id: idParam }), output: nothing },
    success: 204,
    errors: ['not_found', 'wrong_state'],
  }),
};
