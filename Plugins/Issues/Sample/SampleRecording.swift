// The bodies have the schemas of docs.github.com, "REST API endpoints for" users, repositories, issues, labels, milestones
// and issue assignees, without members that contain further URLs and permissions.

/// The responses of GitHub to the requests of the sample account, whose contents are invented.
enum SampleRecording {
    /// The response to `GET /user`.
    static let user = #"""
        {
          "login": "juniper", "id": 101, "node_id": "U_101", "avatar_url": "https://github.example/avatars/u/101",
          "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
          "type": "User", "site_admin": false, "name": "Juniper Vale", "company": null, "blog": "",
          "location": null, "email": null, "public_repos": 2, "followers": 3, "following": 5,
          "created_at": "2024-02-05T09:12:44Z", "updated_at": "2026-09-30T16:20:03Z"
        }
        """#

    /// The response to `GET /user/repos`.
    static let repositories = #"""
        [
          {
            "id": 201, "node_id": "R_201", "name": "garden-notes", "full_name": "juniper/garden-notes",
            "private": false,
            "owner": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "html_url": "https://github.example/juniper/garden-notes", "description": "Notes about a small garden.",
            "fork": false, "url": "https://github.example/api/v3/repos/juniper/garden-notes", "archived": false,
            "open_issues_count": 1, "default_branch": "main", "visibility": "public"
          },
          {
            "id": 202, "node_id": "R_202", "name": "ledger", "full_name": "juniper/ledger", "private": true,
            "owner": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "html_url": "https://github.example/juniper/ledger", "description": "A private ledger.", "fork": false,
            "url": "https://github.example/api/v3/repos/juniper/ledger", "archived": false, "open_issues_count": 0,
            "default_branch": "main", "visibility": "private"
          },
          {
            "id": 203, "node_id": "R_203", "name": "tea-timer", "full_name": "juniper/tea-timer", "private": false,
            "owner": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "html_url": "https://github.example/juniper/tea-timer", "description": "A timer for tea.",
            "fork": false, "url": "https://github.example/api/v3/repos/juniper/tea-timer", "archived": false,
            "open_issues_count": 3, "default_branch": "main", "visibility": "public"
          }
        ]
        """#

    /// The responses to `GET /repos/OWNER/NAME/issues?state=all`, by the full name of the repository.
    static let issues = [
        "juniper/tea-timer": issuesOfTeaTimer,
        "juniper/garden-notes": issuesOfGardenNotes,
        "juniper/ledger": issuesOfLedger,
    ]

    /// The response to `GET /repos/OWNER/NAME/labels`, the same for each repository.
    static let labels = #"""
        [
          {
            "id": 300, "node_id": "LA_300", "name": "bug", "color": "d73a4a", "default": false,
            "description": "It does not work."
          },
          {
            "id": 301, "node_id": "LA_301", "name": "documentation", "color": "0075ca", "default": false,
            "description": "Texts for users."
          },
          {
            "id": 302, "node_id": "LA_302", "name": "feature", "color": "a2eeef", "default": false,
            "description": "A new function."
          }
        ]
        """#

    /// The response to `GET /repos/OWNER/NAME/milestones?state=all`, the same for each repository.
    static let milestones = #"""
        [
          {
            "id": 401, "node_id": "MI_1", "number": 1, "title": "1.0", "description": "The first release.",
            "state": "closed",
            "creator": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "open_issues": 1, "closed_issues": 1, "due_on": null
          },
          {
            "id": 402, "node_id": "MI_2", "number": 2, "title": "1.1", "description": "Fixes.", "state": "open",
            "creator": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "open_issues": 1, "closed_issues": 1, "due_on": null
          }
        ]
        """#

    /// The response to `GET /repos/OWNER/NAME/assignees`, the same for each repository.
    static let assignees = #"""
        [
          {
            "login": "juniper", "id": 101, "node_id": "U_101", "avatar_url": "https://github.example/avatars/u/101",
            "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
            "type": "User", "site_admin": false
          },
          {
            "login": "rowan", "id": 102, "node_id": "U_102", "avatar_url": "https://github.example/avatars/u/102",
            "url": "https://github.example/api/v3/users/rowan", "html_url": "https://github.example/rowan",
            "type": "User", "site_admin": false
          }
        ]
        """#

    /// The issues of `juniper/tea-timer`.
    private static let issuesOfTeaTimer = #"""
        [
          {
            "id": 501, "node_id": "I_501", "url": "https://github.example/api/v3/repos/juniper/tea-timer/issues/1",
            "repository_url": "https://github.example/api/v3/repos/juniper/tea-timer",
            "html_url": "https://github.example/juniper/tea-timer/issues/1", "number": 1, "state": "open",
            "state_reason": null, "title": "The timer for green tea rings twice",
            "body": "Start the timer for green tea, and wait three minutes. It rings, and rings again after a second.",
            "user": {
              "login": "rowan", "id": 102, "node_id": "U_102", "avatar_url": "https://github.example/avatars/u/102",
              "url": "https://github.example/api/v3/users/rowan", "html_url": "https://github.example/rowan",
              "type": "User", "site_admin": false
            },
            "labels": [
              {
                "id": 300, "node_id": "LA_300", "name": "bug", "color": "d73a4a", "default": false,
                "description": "It does not work."
              }
            ],
            "assignee": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "assignees": [
              {
                "login": "juniper", "id": 101, "node_id": "U_101",
                "avatar_url": "https://github.example/avatars/u/101",
                "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
                "type": "User", "site_admin": false
              }
            ],
            "milestone": {
              "id": 402, "node_id": "MI_2", "number": 2, "title": "1.1", "description": "Fixes.", "state": "open",
              "creator": {
                "login": "juniper", "id": 101, "node_id": "U_101",
                "avatar_url": "https://github.example/avatars/u/101",
                "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
                "type": "User", "site_admin": false
              },
              "open_issues": 1, "closed_issues": 1, "due_on": null
            },
            "locked": false, "comments": 3, "created_at": "2026-08-11T07:40:12Z",
            "updated_at": "2026-09-02T18:03:55Z", "closed_at": null, "author_association": "CONTRIBUTOR"
          },
          {
            "id": 502, "node_id": "I_502", "url": "https://github.example/api/v3/repos/juniper/tea-timer/issues/2",
            "repository_url": "https://github.example/api/v3/repos/juniper/tea-timer",
            "html_url": "https://github.example/juniper/tea-timer/issues/2", "number": 2, "state": "open",
            "state_reason": null, "title": "A light theme", "body": "The dark theme is hard to read in daylight.",
            "user": {
              "login": "rowan", "id": 102, "node_id": "U_102", "avatar_url": "https://github.example/avatars/u/102",
              "url": "https://github.example/api/v3/users/rowan", "html_url": "https://github.example/rowan",
              "type": "User", "site_admin": false
            },
            "labels": [
              {
                "id": 302, "node_id": "LA_302", "name": "feature", "color": "a2eeef", "default": false,
                "description": "A new function."
              }
            ],
            "assignee": null, "assignees": [], "milestone": null, "locked": false, "comments": 1,
            "created_at": "2026-08-19T10:15:00Z", "updated_at": "2026-08-20T06:31:27Z", "closed_at": null,
            "author_association": "CONTRIBUTOR"
          },
          {
            "id": 503, "node_id": "I_503", "url": "https://github.example/api/v3/repos/juniper/tea-timer/issues/3",
            "repository_url": "https://github.example/api/v3/repos/juniper/tea-timer",
            "html_url": "https://github.example/juniper/tea-timer/issues/3", "number": 3, "state": "closed",
            "state_reason": "completed", "title": "Describe the settings in the README", "body": null,
            "user": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "labels": [
              {
                "id": 301, "node_id": "LA_301", "name": "documentation", "color": "0075ca", "default": false,
                "description": "Texts for users."
              }
            ],
            "assignee": {
              "login": "rowan", "id": 102, "node_id": "U_102", "avatar_url": "https://github.example/avatars/u/102",
              "url": "https://github.example/api/v3/users/rowan", "html_url": "https://github.example/rowan",
              "type": "User", "site_admin": false
            },
            "assignees": [
              {
                "login": "rowan", "id": 102, "node_id": "U_102",
                "avatar_url": "https://github.example/avatars/u/102",
                "url": "https://github.example/api/v3/users/rowan", "html_url": "https://github.example/rowan",
                "type": "User", "site_admin": false
              }
            ],
            "milestone": {
              "id": 401, "node_id": "MI_1", "number": 1, "title": "1.0", "description": "The first release.",
              "state": "closed",
              "creator": {
                "login": "juniper", "id": 101, "node_id": "U_101",
                "avatar_url": "https://github.example/avatars/u/101",
                "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
                "type": "User", "site_admin": false
              },
              "open_issues": 1, "closed_issues": 1, "due_on": null
            },
            "locked": false, "comments": 0, "created_at": "2026-06-02T12:00:41Z",
            "updated_at": "2026-06-20T09:09:09Z", "closed_at": "2026-06-20T09:09:09Z",
            "author_association": "OWNER"
          },
          {
            "id": 504, "node_id": "I_504", "url": "https://github.example/api/v3/repos/juniper/tea-timer/issues/4",
            "repository_url": "https://github.example/api/v3/repos/juniper/tea-timer",
            "html_url": "https://github.example/juniper/tea-timer/pull/4", "number": 4, "state": "open",
            "state_reason": null, "title": "Ring only once", "body": "Fixes #1.",
            "user": {
              "login": "rowan", "id": 102, "node_id": "U_102", "avatar_url": "https://github.example/avatars/u/102",
              "url": "https://github.example/api/v3/users/rowan", "html_url": "https://github.example/rowan",
              "type": "User", "site_admin": false
            },
            "labels": [
              {
                "id": 300, "node_id": "LA_300", "name": "bug", "color": "d73a4a", "default": false,
                "description": "It does not work."
              }
            ],
            "assignee": null, "assignees": [],
            "milestone": {
              "id": 402, "node_id": "MI_2", "number": 2, "title": "1.1", "description": "Fixes.", "state": "open",
              "creator": {
                "login": "juniper", "id": 101, "node_id": "U_101",
                "avatar_url": "https://github.example/avatars/u/101",
                "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
                "type": "User", "site_admin": false
              },
              "open_issues": 1, "closed_issues": 1, "due_on": null
            },
            "locked": false, "comments": 0, "created_at": "2026-09-02T18:01:20Z",
            "updated_at": "2026-09-02T18:01:20Z", "closed_at": null, "author_association": "CONTRIBUTOR",
            "pull_request": {
              "url": "https://github.example/api/v3/repos/juniper/tea-timer/pulls/4",
              "html_url": "https://github.example/juniper/tea-timer/pull/4", "merged_at": null
            }
          }
        ]
        """#

    /// The issues of `juniper/garden-notes`.
    private static let issuesOfGardenNotes = #"""
        [
          {
            "id": 505, "node_id": "I_505",
            "url": "https://github.example/api/v3/repos/juniper/garden-notes/issues/1",
            "repository_url": "https://github.example/api/v3/repos/juniper/garden-notes",
            "html_url": "https://github.example/juniper/garden-notes/issues/1", "number": 1, "state": "open",
            "state_reason": null, "title": "Note the light of each bed",
            "body": "Morning, noon and evening light, so that the ginger gets enough of it.",
            "user": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "labels": [
              {
                "id": 302, "node_id": "LA_302", "name": "feature", "color": "a2eeef", "default": false,
                "description": "A new function."
              }
            ],
            "assignee": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "assignees": [
              {
                "login": "juniper", "id": 101, "node_id": "U_101",
                "avatar_url": "https://github.example/avatars/u/101",
                "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
                "type": "User", "site_admin": false
              }
            ],
            "milestone": null, "locked": false, "comments": 2, "created_at": "2026-04-27T05:58:33Z",
            "updated_at": "2026-05-03T19:44:10Z", "closed_at": null, "author_association": "OWNER"
          }
        ]
        """#

    /// The issues of `juniper/ledger`.
    private static let issuesOfLedger = #"""
        [
          {
            "id": 506, "node_id": "I_506", "url": "https://github.example/api/v3/repos/juniper/ledger/issues/1",
            "repository_url": "https://github.example/api/v3/repos/juniper/ledger",
            "html_url": "https://github.example/juniper/ledger/issues/1", "number": 1, "state": "closed",
            "state_reason": "completed", "title": "Round to whole cents", "body": "0.005 is rounded down.",
            "user": {
              "login": "juniper", "id": 101, "node_id": "U_101",
              "avatar_url": "https://github.example/avatars/u/101",
              "url": "https://github.example/api/v3/users/juniper", "html_url": "https://github.example/juniper",
              "type": "User", "site_admin": false
            },
            "labels": [
              {
                "id": 300, "node_id": "LA_300", "name": "bug", "color": "d73a4a", "default": false,
                "description": "It does not work."
              }
            ],
            "assignee": null, "assignees": [], "milestone": null, "locked": false, "comments": 1,
            "created_at": "2026-01-15T20:21:22Z", "updated_at": "2026-01-16T08:00:00Z",
            "closed_at": "2026-01-16T08:00:00Z", "author_association": "OWNER"
          }
        ]
        """#
}
