mod categories;
mod generate_presigned_url;
mod media;
mod posts;
mod staff;
mod upload_config;
