-- How many bytes the images of a member have is asked before each upload.
CREATE INDEX "media_member" ON "media" ("member_id","created_at") INCLUDE ("size_bytes");
