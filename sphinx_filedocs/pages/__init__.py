"""The pages: docutils nodes made from the model; knows no application and no environment."""
